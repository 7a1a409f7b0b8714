// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { factorRuleQuery } from '@/api/second-factor';
import { hasUnsaved } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { factorRuleTexts as texts } from '@/texts/second-factor';

import { FactorRuleCard } from './FactorRuleCard';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const names = ['een', 'twee', 'drie', 'vier'];

/** A server on which one and two are asked for a code, and a colleague who decides otherwise. */
function ask() {
  said.mockClear();
  let roles = ['een', 'twee'];
  const sent = serve({
    'GET /club/v1/capability-matrix': {
      roles: names.map((name) => ({ name, label: `Rol ${name}` })),
      capabilities: [],
      matrix: {},
    },
    'GET /club/v1/second-factor': () => ({ roles }),
    'POST /club/v1/second-factor': (body: unknown) => {
      ({ roles } = body as { roles: string[] });
      return body;
    },
  });
  const decide = (theirs: string[]) => (roles = theirs);
  const kept = () => sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
  return { decide, kept };
}

async function choose(name: string) {
  fireEvent.click(await screen.findByRole('combobox', { name: texts.roles }));
  fireEvent.click(await screen.findByRole('option', { name: `Rol ${name}` }));
}

/** The roles that stand in the field, without those of its list. */
const chosen = () =>
  screen
    .queryAllByText(/^Rol /)
    .filter((text) => text.closest('[role=option]') === null)
    .map(({ textContent }) => textContent);

const save = () => fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));

it('changes what was chosen, and not back what a colleague decided meanwhile', async () => {
  const { decide, kept } = ask();
  show(<FactorRuleCard />);
  await choose('drie');
  decide(['twee', 'vier']);
  save();
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(kept()).toEqual([{ roles: ['twee', 'vier', 'drie'] }]);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
  expect(chosen()).toEqual(['Rol twee', 'Rol vier', 'Rol drie']);
});

/** A colleague's decision arrives, as when the window is looked at again. */
function Card({ theirs }: { theirs: string[] }) {
  const queryClient = useQueryClient();
  const arrive = () => queryClient.setQueryData(factorRuleQuery.queryKey, { roles: theirs });
  return (
    <>
      <button onClick={arrive}>arrives</button>
      <FactorRuleCard />
    </>
  );
}

it('shows what a colleague decided, beside what is chosen here', async () => {
  ask();
  show(<Card theirs={['twee']} />);
  await choose('drie');
  fireEvent.click(screen.getByRole('button', { name: 'arrives' }));
  await waitFor(() => expect(chosen()).toEqual(['Rol twee', 'Rol drie']));
  expect(hasUnsaved()).toBe(true);
});
