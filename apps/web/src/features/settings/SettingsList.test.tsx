// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { labelsQuery } from '@/api/terms';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { labelTexts as texts } from '@/texts/settings-admin';

import { LabelsTab } from './LabelsTab';
import { SettingsList, SettingsRow } from './SettingsList';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

beforeEach(() => said.mockClear());

const label = (id: number, name: string) => ({ id, name, slug: name, taxonomy: 'person_label' });
const list = 'GET /cms/v2/person_label';

function List({ limit }: { limit?: number }) {
  return (
    <SettingsList query={useQuery(labelsQuery)} empty="Niets." limit={limit}>
      {({ id, name }, all) => <SettingsRow key={id} title={name} about={`van ${all.length}`} />}
    </SettingsList>
  );
}

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent);

describe('a list of the settings', () => {
  it('has a row for each, which knows the others', async () => {
    serve({ [list]: [label(1, 'Erelid'), label(2, 'Sponsor')] });
    show(<List />);
    await waitFor(() => expect(rows()).toEqual(['Erelidvan 2', 'Sponsorvan 2']));
  });

  it('says that it is empty', async () => {
    serve({ [list]: [] });
    show(<List />);
    await screen.findByText('Niets.');
  });

  it('says that it did not come, and asks again', async () => {
    const sent = serve({});
    show(<List />);
    fireEvent.click(await screen.findByText(commonTexts.retry));
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('shows its beginning until somebody asks for all', async () => {
    serve({ [list]: Array.from({ length: 9 }, (_, index) => label(index, `L${index}`)) });
    show(<List limit={2} />);
    await waitFor(() => expect(rows()).toHaveLength(2));
    fireEvent.click(screen.getByText(commonTexts.showAll(9)));
    expect(rows()).toHaveLength(9);
  });
});

describe('a name in a dialog', () => {
  const rename = async (name: string) => {
    fireEvent.click(await screen.findByLabelText(texts.renameThing('Sponsor')));
    const input = within().querySelector('input');
    if (input === null) throw new Error('no input');
    fireEvent.change(input, { target: { value: name } });
    fireEvent.submit(input);
  };
  const within = () => {
    const dialog = document.querySelector('[role=dialog]');
    if (dialog === null) throw new Error('no dialog');
    return dialog;
  };
  const put = 'PUT /cms/v2/person_label/2';

  it('is saved without the spaces around it, and the dialog goes', async () => {
    const sent = serve({ [list]: [label(2, 'Sponsor')], [put]: label(2, 'Gever') });
    show(<LabelsTab />);
    await rename('  Gever ');
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
    expect(sent).toContainEqual({ call: put, body: { name: 'Gever' } });
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('is not saved when there is none', async () => {
    const sent = serve({ [list]: [label(2, 'Sponsor')] });
    show(<LabelsTab />);
    await rename('   ');
    expect(within().textContent).toContain(texts.nameMissing);
    expect(sent.map(({ call }) => call)).toEqual([list]);
  });

  it('stays where it is when it is refused, with the reason', async () => {
    const taken = { code: 'term_exists', message: 'Bestaat al.', data: { status: 400 } };
    serve({ [list]: [label(2, 'Sponsor')], [put]: Response.json(taken, { status: 400 }) });
    show(<LabelsTab />);
    await rename('Erelid');
    await waitFor(() => expect(within().textContent).toContain('Bestaat al.'));
    expect(said).not.toHaveBeenCalled();
  });
});
