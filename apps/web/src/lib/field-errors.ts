import { ApiError } from '@/api/errors';

/**
 * The server's messages by field under the paths that Mantine's form uses:
 * `acf.contact_info[0].contact_type` becomes `contact_info.0.contact_type`.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, message]) => [
      path.replace(/^acf\./, '').replace(/\[(\d+)\]/g, '.$1'),
      message,
    ]),
  );
}
