import { askFile } from './client';
import { toApiError, UnexpectedAnswerError } from './errors';

/**
 * Fetches a file of the API and hands it to the browser to keep, under the name that the server gave it. A plain link
 * could not say what went wrong, nor let somebody whose session ended sign in again.
 */
export async function download(path: string, query: URLSearchParams): Promise<void> {
  const answer = await askFile(`${path}?${query.toString()}`);
  const isJson = (answer.headers.get('Content-Type') ?? '').includes('json');
  if (!answer.ok && isJson) throw toApiError(answer, await answer.json());
  const name = fileName(answer.headers.get('Content-Disposition') ?? '');
  // Without a name it is no file: a proxy's page, or the page itself.
  if (!answer.ok || name === undefined) throw new UnexpectedAnswerError(answer.status);
  keep(await answer.blob(), name);
}

/** The name in `attachment; filename="leden.csv"`; the encoded one wins, as it may hold any letter. */
export function fileName(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

function keep(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
