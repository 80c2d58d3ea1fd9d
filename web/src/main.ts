// Loads the rules, then shows the page. If that fails, it says so; saved games stay as they are.
import '@lichess-org/chessground/assets/chessground.base.css';
import './generated/pieces.css';
import * as rules from 'mola-chess';
import { mount } from 'svelte';
import { reason } from './core/rules.js';
import { t } from './core/texts.js';
import { App } from './shell/app.svelte.js';
import { registerServiceWorker } from './shell/pwa.js';
import Page from './views/Page.svelte';

const target = document.getElementById('app') as HTMLElement;

try {
  await rules.load();
  const app = new App(rules);
  target.replaceChildren();
  mount(Page, { target, props: { app } });
  const openLink = (): void => {
    if (location.hash.length < 2) return;
    app.dispatch({ is: 'openLink', hash: location.hash });
    // From here on the game is saved; the link would only bring its old state back.
    history.replaceState(null, '', location.pathname + location.search);
  };
  openLink();
  addEventListener('hashchange', openLink);
  void registerServiceWorker(app.dispatch);
} catch (error) {
  const message = document.createElement('div');
  message.className = 'loading';
  message.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = t.page.failed(reason(error));
  const again = document.createElement('button');
  again.textContent = t.page.again;
  again.addEventListener('click', () => location.reload());
  message.append(text, again);
  target.replaceChildren(message);
}
