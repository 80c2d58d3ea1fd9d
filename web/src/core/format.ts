// Numbers and dates as the browser's language has them.

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat(undefined, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A number of things: "1 move", "1,200 moves". */
export const count = (number: number, one: string, many: string): string => `${whole.format(number)} ${number === 1 ? one : many}`;

/** A large number, in few letters: "1.2M". */
export const compact = (number: number): string => short.format(number);

/** A percentage from 0 to 100. */
export const percent = (number: number): string => tenths.format(number / 100);

export const dateAndTime = (milliseconds: number): string => moment.format(milliseconds);

export const date = (milliseconds: number): string => day.format(milliseconds);

/** The date of a game, which PGN writes as 1851.06.21; as it is, if parts of it are not known. */
export function gameDate(text: string): string {
  const [, year, month, day] = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(text) ?? [];
  if (!year || Number(month) < 1 || Number(month) > 12) return text;
  return date(new Date(Number(year), Number(month) - 1, Number(day)).getTime());
}

/** Minutes and seconds of a clock; tenths when they begin to matter. */
export function clockText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, '0')];
  const text = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
  return seconds < 10 ? `${text}.${Math.floor((Math.max(0, milliseconds) % 1000) / 100)}` : text;
}
