// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { domToCanvas } from 'modern-screenshot';
import { beforeEach, expect, it, vi } from 'vitest';

import { later, show } from '@/testing';
import { feedbackTexts as texts } from '@/texts/feedback';

import FeedbackDialog from './FeedbackDialog';

vi.mock('modern-screenshot', () => ({ domToCanvas: vi.fn() }));

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

beforeEach(() => {
  said.mockClear();
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  return () => root.remove();
});

/** The form, in which a title was typed and a picture asked for, and what reached the server of it. */
async function reported() {
  const calls: string[] = [];
  vi.stubGlobal('fetch', ({ method, url }: Request) => {
    if (method === 'POST') calls.push(new URL(url).pathname.replace(/^\/api/, ''));
    return Promise.resolve(Response.json({ id: 3, version: '1' }));
  });
  const onClose = vi.fn();
  show(<FeedbackDialog onClose={onClose} />);
  const title = await screen.findByLabelText(new RegExp(texts.what.replace('?', '\\?')));
  fireEvent.change(title, { target: { value: 'Kapot' } });
  fireEvent.click(screen.getByRole('button', { name: texts.takePicture }));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: texts.send });
  return { calls, onClose, title, send };
}

/** A picture of the page; files of it are made when the test says so. */
function drawn() {
  const canvas = document.createElement('canvas');
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  return { canvas, toBlob };
}

it('is not sent while the picture is being made, and then with it', async () => {
  const { canvas, toBlob } = drawn();
  toBlob.mockImplementation((done) => done(new Blob(['x'])));
  const { promise, resolve } = later<HTMLCanvasElement>();
  vi.mocked(domToCanvas).mockReturnValue(promise);
  const { calls, onClose, title, send } = await reported();
  expect(await screen.findByLabelText(texts.takePicture)).toBeTruthy();
  expect(send.disabled).toBe(true);
  fireEvent.submit(title);
  resolve(canvas);
  await waitFor(() => expect(send.disabled).toBe(false));
  expect(calls).toEqual([]);
  fireEvent.submit(title);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls).toEqual(['/club/v1/feedback', '/club/v1/feedback/3/screenshots']);
  expect(said).toHaveBeenCalledExactlyOnceWith({ color: 'green', message: texts.sent });
});

it('is sent once, however often that is asked while the file of the picture is being made', async () => {
  const { canvas, toBlob } = drawn();
  const made: BlobCallback[] = [];
  toBlob.mockImplementation((done) => void made.push(done));
  vi.mocked(domToCanvas).mockResolvedValue(canvas);
  const { calls, onClose, title, send } = await reported();
  await screen.findByLabelText(texts.pictureKeys);
  await waitFor(() => expect(send.disabled).toBe(false));
  fireEvent.submit(title);
  await waitFor(() => expect(send.disabled).toBe(true));
  fireEvent.submit(title);
  for (const done of made) done(new Blob(['x']));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.filter((call) => call === '/club/v1/feedback')).toHaveLength(1);
});

it.each([
  [
    'can be made',
    () => {
      vi.mocked(domToCanvas).mockRejectedValue(new Error('no'));
      return screen.findByText(texts.pictureFailed);
    },
  ],
  [
    'becomes a file',
    () => {
      const { canvas, toBlob } = drawn();
      toBlob.mockImplementation((done) => done(null));
      vi.mocked(domToCanvas).mockResolvedValue(canvas);
      return screen.findByLabelText(texts.pictureKeys);
    },
  ],
])('says that it was sent without the picture when none %s', async (_what, begin) => {
  const there = begin();
  const { calls, onClose, title, send } = await reported();
  await there;
  await waitFor(() => expect(send.disabled).toBe(false));
  fireEvent.submit(title);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls).toEqual(['/club/v1/feedback']);
  expect(said).toHaveBeenCalledWith({ color: 'orange', message: texts.sentWithout });
});

it('can do without a picture that is not there', async () => {
  vi.mocked(domToCanvas).mockReturnValue(later<HTMLCanvasElement>().promise);
  const { calls, onClose, title, send } = await reported();
  fireEvent.click(await screen.findByRole('button', { name: texts.pictureRemove }));
  expect(send.disabled).toBe(false);
  fireEvent.submit(title);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls).toEqual(['/club/v1/feedback']);
  expect(said).toHaveBeenCalledExactlyOnceWith({ color: 'green', message: texts.sent });
});
