// @vitest-environment happy-dom
import { useMutation } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { show } from '@/testing';

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
