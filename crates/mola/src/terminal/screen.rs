//! The game on the whole screen: draws the state, hears keys and engines, and carries out effects.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyEvent, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui_core::backend::Backend;
use ratatui_core::terminal::Terminal;

use crate::terminal::backend::CrosstermBackend;
use crate::terminal::clipboard;
use crate::terminal::graphics::images::Images;
use crate::terminal::graphics::{Answer, Guess, Pieces, ask, cell_size};
use crate::terminal::runner::{Runner, look};
use crate::terminal::state::{Action, Effect, Msg, State};
use crate::terminal::storage::Store;
use crate::terminal::update::{begin, update};
use crate::terminal::view;
use crate::terminal::view::Theme;
use crate::workers::NO_THREAD;

/// How often a running clock is drawn, and how often a slow one.
const FAST: Duration = Duration::from_millis(100);
const SLOW: Duration = Duration::from_millis(250);
/// How long to wait when only a key can change anything.
const IDLE: Duration = Duration::from_hours(1);

/// Plays on the whole screen until the player leaves.
pub(crate) fn run(mut state: State, store: Option<Store>, mut theme: Theme) -> anyhow::Result<()> {
    let began = Instant::now();
    let mut screen = Screen::open()?;
    update(&mut state, screen.size()?, look(began));
    // The board comes first; threads and engines start when it is on the screen.
    screen.draw(&state, &theme)?;
    let (outbox, inbox) = channel();
    let typed = screen.find_out(&mut theme);
    if theme.pieces == Some(Pieces::Images) && !theme.images {
        state.complain("This terminal cannot show images; the pieces are drawn in another way.");
    }
    listen(&outbox).context(NO_THREAD)?;
    let mut runner = Runner::new(outbox, store, &state.engine_options);
    let mut pending = begin(&mut state);
    for key in typed {
        pending.extend(update(&mut state, Msg::Key(key), look(began)));
    }
    loop {
        if perform(&mut screen, &mut runner, pending)?.is_break() {
            return Ok(());
        }
        update(&mut state, screen.size()?, look(began));
        screen.draw(&state, &theme)?;
        let Some(msgs) = wait(&inbox, &state) else { return Ok(()) };
        pending = Vec::new();
        for msg in [Msg::Tick].into_iter().chain(msgs) {
            pending.extend(update(&mut state, msg, look(began)));
        }
    }
}

/// Carries out effects, until one is to leave.
fn perform(
    screen: &mut Screen,
    runner: &mut Runner,
    effects: Vec<Effect>,
) -> anyhow::Result<ControlFlow<()>> {
    for effect in effects {
        match runner.run(effect) {
            Some(Effect::Copy(text)) => screen.write(&clipboard::sequence(&text))?,
            Some(Effect::Bell) => screen.write("\x07")?,
            Some(Effect::Suspend) => screen.suspend()?,
            Some(Effect::Quit) => return Ok(ControlFlow::Break(())),
            _ => {}
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Everything that has happened, once something has or the clock must be drawn. `None` if nothing can
/// happen any more.
fn wait(inbox: &Receiver<Msg>, state: &State) -> Option<Vec<Msg>> {
    let turn = state.game().position().turn();
    let timeout = match (state.game().outcome(), state.left(turn)) {
        (None, Some(left)) if left < Duration::from_secs(20) => FAST,
        (None, Some(_)) => SLOW,
        _ if state.asked.is_some() => SLOW,
        _ => IDLE,
    };
    let mut msgs = match inbox.recv_timeout(timeout) {
        Ok(msg) => vec![msg],
        Err(RecvTimeoutError::Timeout) => Vec::new(),
        Err(RecvTimeoutError::Disconnected) => return None,
    };
    msgs.extend(inbox.try_iter());
    Some(msgs)
}

/// Passes on what the terminal and the system say.
fn listen(outbox: &Sender<Msg>) -> io::Result<()> {
    let keys = outbox.clone();
    Builder::new().spawn(move || {
        loop {
            let msg = match event::read() {
                Ok(Event::Key(key)) => Msg::Key(key),
                Ok(Event::Mouse(event)) if event.kind == MouseEventKind::Moved => continue,
                Ok(Event::Mouse(event)) => Msg::Mouse(event),
                Ok(Event::Paste(text)) => Msg::Paste(text),
                Ok(Event::Resize(columns, rows)) => Msg::Resize(columns, rows),
                Ok(_) => continue,
                // The terminal is gone.
                Err(_) => Msg::Act(Action::Quit),
            };
            let is_over = matches!(msg, Msg::Act(_));
            if keys.send(msg).is_err() || is_over {
                return;
            }
        }
    })?;
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        let outbox = outbox.clone();
        // Where signals cannot be caught, they end the program as usual; the game is saved anyway.
        if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP]) {
            Builder::new().spawn(move || {
                signals.forever().next();
                let _ = outbox.send(Msg::Act(Action::Quit));
            })?;
        }
    }
    Ok(())
}

type Canvas = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// The terminal, which is left as it was found.
struct Screen {
    terminal: Canvas,
    /// The images, if the terminal shows any.
    images: Option<Images>,
}

/// The pixels of a cell where they are not known; images are stretched then.
const USUAL_CELL: (u16, u16) = (10, 20);

impl Screen {
    fn open() -> anyhow::Result<Self> {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // An engine that panics on a thread of its own does not end the game, which says what happened.
            if std::thread::current().name() == Some("main") {
                leave();
                usual(panic);
            }
        }));
        enter()?;
        Ok(Self { terminal: blank()?, images: None })
    }

    /// The size that the terminal has now.
    fn size(&self) -> anyhow::Result<Msg> {
        let size = self.terminal.size()?;
        Ok(Msg::Resize(size.width, size.height))
    }

    /// Finds out whether the terminal shows images and which background it has, if that is not known. Yields
    /// the keys that were pressed meanwhile.
    fn find_out(&mut self, theme: &mut Theme) -> Vec<KeyEvent> {
        let guess = theme.guess_images();
        let said = if guess == Guess::Perhaps || theme.is_guess { ask() } else { Answer::default() };
        let protocol = match guess {
            Guess::Shown(protocol) => Some(protocol),
            Guess::Perhaps => said.protocol,
            Guess::No => None,
        };
        if let Some(ground) = said.background.filter(|_| theme.is_guess) {
            theme.set_ground(ground);
        }
        // Sixels are drawn pixel by pixel, so it must be known how many there are.
        let protocol = protocol.filter(|protocol| protocol.stretches() || cell_size().is_some());
        theme.images = protocol.is_some();
        self.images = protocol.map(Images::new);
        said.typed
    }

    fn draw(&mut self, state: &State, theme: &Theme) -> anyhow::Result<()> {
        let mut caret = None;
        let mut stamps = Vec::new();
        let frame = self.terminal.draw(|frame| {
            let area = frame.area();
            // Between a resize and its message the sizes may differ; the next frame is right.
            if (area.width, area.height) == state.size {
                caret = view::draw(frame.buffer_mut(), state, theme);
                if theme.images {
                    stamps = view::stamps(frame.buffer_mut(), state, theme);
                }
            }
            if let Some(caret) = caret {
                frame.set_cursor_position(caret);
            }
        })?;
        if let Some(images) = &mut self.images {
            let cells = frame.buffer.clone();
            let cell = cell_size().unwrap_or(USUAL_CELL);
            images.show(self.terminal.backend_mut(), cell, stamps, &cells)?;
        }
        Ok(())
    }

    /// Takes the images away, so that none is left behind.
    fn clear_images(&mut self) {
        if let Some(images) = &mut self.images {
            let out = self.terminal.backend_mut();
            // If the terminal is gone, there is nowhere to report an error.
            let _ = images.clear(out).and_then(|()| Backend::flush(out));
        }
    }

    /// Writes text that is not part of the board.
    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let out = self.terminal.backend_mut();
        out.0.write_all(text.as_bytes())?;
        Backend::flush(out)?;
        Ok(())
    }

    /// Stops the program until the shell brings it back.
    fn suspend(&mut self) -> anyhow::Result<()> {
        #[cfg(unix)]
        {
            self.clear_images();
            leave();
            // Where no shell could bring the program back, the system ignores this.
            signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
            enter()?;
            // Clearing would ask the terminal where its cursor is, and the thread that hears keys
            // would take the answer. A new screen is blank and asks nothing.
            self.terminal = blank()?;
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.clear_images();
        leave();
    }
}

/// A screen on which nothing has been drawn.
fn blank() -> anyhow::Result<Canvas> {
    Ok(Terminal::new(CrosstermBackend(BufWriter::with_capacity(1 << 16, stdout())))?)
}

fn enter() -> anyhow::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
    Ok(())
}

fn leave() {
    // If the terminal is gone, there is nowhere to report an error.
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}
