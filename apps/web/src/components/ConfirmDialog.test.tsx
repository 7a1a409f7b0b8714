// @vitest-environment happy-dom
import { useMutation } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { mayLeave } from '@/lib/unsaved';
import { show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { ConfirmDialog } from './ConfirmDialog';

function Asking({ sent }: { sent: string[] }) {
  const [etag, setEtag] = useState('"1"');
  const [opened, setOpened] = useState(false);
  const mutation = useMutation({
    mutationFn: (variables: string) => {
      sent.push(variables);
      return Promise.resolve();
    },
  });
  return (
    <>
      <button onClick={() => setOpened(true)}>ask</button>
      <button onClick={() => setEtag('"2"')}>a colleague changes it</button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Verwijderen?"
        message="Weg is weg."
        confirm="Verwijderen"
        mutation={mutation}
        variables={etag}
        onDone={() => undefined}
      />
    </>
  );
}

const press = (name: string) =>
  fireEvent.click(screen.getByText(name, { selector: 'button, button *' }));

it('does what was asked about, not what the page shows by then', async () => {
  const sent: string[] = [];
  show(<Asking sent={sent} />);
  press('ask');
  await screen.findByText('Weg is weg.');
  press('a colleague changes it');
  press('Verwijderen');
  await waitFor(() => expect(sent).toEqual(['"1"']));

  await waitFor(() => expect(screen.queryByText('Weg is weg.')).toBeNull());
  press('ask');
  await screen.findByText('Weg is weg.');
  press('Verwijderen');
  await waitFor(() => expect(sent).toEqual(['"1"', '"2"']));
});

function Failing({ answer }: { answer: Promise<void> }) {
  const [opened, setOpened] = useState(true);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => setOpened(false)}
      title="Verwijderen?"
      message="Weg is weg."
      confirm="Verwijderen"
      mutation={useMutation({ mutationFn: () => answer })}
      variables={undefined}
      onDone={() => undefined}
    />
  );
}

it('stays while it is being done, and tells that it failed', async () => {
  let fail: (why: Error) => void = () => undefined;
  show(<Failing answer={new Promise((_, reject) => (fail = reject))} />);
  await screen.findByText('Weg is weg.');
  press('Verwijderen');
  const cancel = screen.getByRole<HTMLButtonElement>('button', { name: commonTexts.cancel });
  await waitFor(() => expect(cancel.disabled).toBe(true));
  fireEvent.keyDown(screen.getByText('Weg is weg.'), { key: 'Escape' });
  await expect(mayLeave()).resolves.toBe(false);
  fail(new Error('no'));
  await screen.findByRole('alert');
  expect(cancel.disabled).toBe(false);
  await expect(mayLeave()).resolves.toBe(true);
});
