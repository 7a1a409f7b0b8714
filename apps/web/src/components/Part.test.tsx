// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { errorTexts } from '@/texts/errors';

import { lazyPart } from './lazy-part';
import { Part } from './Part';

const version = 'GET /club/v1/version';

const Arrived = () => <p>Er is een deel</p>;

/** A part whose file comes only from the given time on. */
function late(times: number) {
  let asked = 0;
  return lazyPart<object>(async () => {
    asked += 1;
    await Promise.resolve();
    if (asked <= times) throw new Error('Failed to fetch dynamically imported module');
    return { default: Arrived };
  });
}

const Page = ({ children }: { children: React.ReactNode }) => (
  <>
    <input aria-label="Naam" defaultValue="Jan" />
    <Part>{children}</Part>
  </>
);

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

it('costs no more than itself when its file does not come, and can be asked for again', async () => {
  serve({ [version]: { version: '1' } });
  const Lost = late(1);
  show(
    <Page>
      <Lost />
    </Page>,
  );
  const input = screen.getByRole<HTMLInputElement>('textbox');
  fireEvent.change(input, { target: { value: 'Piet' } });
  await screen.findByText(errorTexts.lost.unknown.message);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Piet');
  fireEvent.click(screen.getByRole('button', { name: commonTexts.retry }));
  await screen.findByText('Er is een deel');
});

it('says that Clubhuis is not there, and goes on by itself when it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no')));
    const Lost = late(1);
    show(
      <Page>
        <Lost />
      </Page>,
    );
    await screen.findByText(errorTexts.lost.gone.title);
    serve({ [version]: { version: '1' } });
    await vi.advanceTimersByTimeAsync(6_000);
    await screen.findByText('Er is een deel');
  } finally {
    vi.useRealTimers();
  }
});

it('says that the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no')));
  const Lost = late(1);
  show(
    <Page>
      <Lost />
    </Page>,
  );
  await screen.findByText(errorTexts.lost.offline.title);
  vi.restoreAllMocks();
});

it('says that there is a new version', async () => {
  serve({ [version]: { version: '1' } });
  const Lost = late(2);
  show(
    <Page>
      <Lost />
    </Page>,
  );
  await screen.findByText(errorTexts.lost.unknown.message);
  serve({ [version]: { version: '2' } });
  fireEvent.click(screen.getByRole('button', { name: commonTexts.retry }));
  await screen.findByText(errorTexts.lost.new.title);
  expect(screen.getByRole('button', { name: commonTexts.reload })).toBeDefined();
  expect(screen.queryByRole('button', { name: commonTexts.retry })).toBeNull();
});

it('crashes alone', () => {
  const Crash = () => {
    throw new Error('stuk');
  };
  show(
    <Page>
      <Crash />
    </Page>,
  );
  expect(screen.getByText(errorTexts.partCrash.title)).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Jan');
});

it('is fetched beforehand, and a failure then is none', async () => {
  const Lost = late(1);
  expect(await Lost.preload()).toBe(false);
  expect(await Lost.preload()).toBe(true);
  show(<Lost />);
  await waitFor(() => expect(screen.getByText('Er is een deel')).toBeDefined());
});
