//! Other devices in the same house: each is let in by a token that works once, and known by a cookie from then
//! on. Whoever has neither is refused.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The name of the cookie.
const COOKIE: &str = "mola-guest";

/// Who has been let in, and the token for the next one.
#[derive(Debug)]
pub(super) struct Guests {
    invitation: Mutex<String>,
    admitted: Mutex<Vec<String>>,
}

/// What becomes of a request from another device.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Admission {
    /// It has been here before.
    Known,
    /// It brings the token: the cookie to give it.
    Welcome(String),
    /// Anyone could be asking.
    Refused,
}

impl Guests {
    pub(super) fn new() -> anyhow::Result<Self> {
        Ok(Self { invitation: Mutex::new(secret()?), admitted: Mutex::default() })
    }

    /// The token that lets in the next device.
    pub(super) fn invitation(&self) -> String {
        self.invitation.lock().map_or_else(|error| error.into_inner().clone(), |token| token.clone())
    }

    /// Looks at the query and the cookies of a request. A token that was used is replaced.
    pub(super) fn admit(&self, query: &str, cookies: &str) -> Admission {
        let mut admitted = self.admitted.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let named = |text: &str| cookies.split(';').any(|one| one.trim() == format!("{COOKIE}={text}"));
        if admitted.iter().any(|known| named(known)) {
            return Admission::Known;
        }
        let mut invitation = self.invitation.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_invited = query.split('&').any(|one| one.strip_prefix("token=") == Some(&invitation));
        match (is_invited, secret(), secret()) {
            (true, Ok(cookie), Ok(next)) => {
                *invitation = next;
                admitted.push(cookie.clone());
                Admission::Welcome(format!("{COOKIE}={cookie}; HttpOnly; SameSite=Strict; Path=/"))
            }
            _ => Admission::Refused,
        }
    }
}

/// A number that nobody guesses.
fn secret() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random numbers: {error}"))?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// The address of this machine in its network. Nothing is sent: the system only says which way it would go.
pub(super) fn own_address() -> anyhow::Result<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).context("this machine is not in a network")?;
    match socket.local_addr()? {
        SocketAddr::V4(address) if !address.ip().is_loopback() => Ok(*address.ip()),
        _ => Err(anyhow!("this machine is not in a network")),
    }
}

/// A text as a code for cameras.
pub(super) fn qr_code(text: &str) -> anyhow::Result<String> {
    // Terminals are dark more often than not, and cameras need dark on light.
    let code = QrCode::new(text)?;
    Ok(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_lets_in_one_device_and_its_cookie_lets_it_in_again() {
        let guests = Guests::new().unwrap();
        let token = guests.invitation();
        assert_eq!(guests.admit("token=guess", ""), Admission::Refused);
        let Admission::Welcome(cookie) = guests.admit(&format!("x=1&token={token}"), "") else {
            panic!("the token was refused")
        };
        assert!(cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
        let pair = cookie.split(';').next().unwrap();
        assert_eq!(guests.admit("", &format!("a=b; {pair}")), Admission::Known);
        assert_eq!(guests.admit("", &pair[..pair.len() - 1]), Admission::Refused);
        assert_eq!(guests.admit(&format!("token={token}"), ""), Admission::Refused);
        assert_ne!(guests.invitation(), token);
    }

    #[test]
    fn codes_are_square_and_fit_a_terminal() {
        let code = qr_code("http://192.168.178.123:6652/?token=0123456789abcdef0123456789abcdef").unwrap();
        let widths: Vec<usize> = code.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0] && width < 80), "{code}");
        assert_eq!(widths.len(), widths[0].div_ceil(2));
    }
}
