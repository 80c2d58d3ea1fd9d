// Files and the clipboard.
import { t } from '../core/texts.js';

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Renders a picture at 1200 by 1200 pixels. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1200;
  canvas.getContext('2d')?.drawImage(image, 0, 0, 1200, 1200);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t.errors.picture))), 'image/png');
  });
}

/** Copies text, also where the clipboard API is not allowed. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'away';
    // What is outside of an open dialog cannot be selected.
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (!done) throw new Error(t.errors.copying);
  }
}

/** The text of a file, unless it is far too large. */
export async function readText(file: File, most: number): Promise<string> {
  if (file.size > most) throw new Error(t.errors.tooLarge(file.name, Math.round(file.size / 1e6)));
  return file.text();
}
