import { ApiError, ConnectionError, OtherUserError, UnexpectedAnswerError } from '@/api/errors';
import { errorTexts } from '@/texts/errors';

export interface Described {
  title: string;
  message: string;
}

/** What a club member reads about an error. The server's own words are used where they are meant to be read. */
export function describeError(error: unknown): Described {
  if (error instanceof ConnectionError) return errorTexts.connection;
  if (error instanceof UnexpectedAnswerError) return errorTexts.unexpected;
  if (error instanceof OtherUserError) return errorTexts.otherUser;
  if (error instanceof ApiError) {
    if (error.status >= 500) return errorTexts.server;
    if (Object.keys(error.fields).length > 0) {
      return { title: errorTexts.refused.title, message: errorTexts.fields };
    }
    const { title, message } =
      error.status === 403 && error.code !== 'confirmation_required'
        ? errorTexts.noAccess
        : error.status === 404
          ? errorTexts.notFound
          : errorTexts.refused;
    return { title, message: error.message === '' ? message : error.message };
  }
  return { title: errorTexts.crash.title, message: errorTexts.crash.message };
}
