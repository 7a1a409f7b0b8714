// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { TrainingBlock } from '@/api/types';
import { trainingTexts as texts } from '@/texts/training';

import PrintWeek from './PrintWeek';
import { sessionsOf } from './route';

const block = (change: Partial<TrainingBlock>): TrainingBlock => ({
  ...{
    id: 9,
    day: 2,
    start: '18:30',
    end: '19:30',
    pitch_id: 1,
    team_ids: [],
    label: 'Gesprek Jan',
  },
  ...{ valid_from: null, valid_until: null, cancelled_on: [], clashes: [] },
  ...change,
});

it('prints who trains, and no label: that is for who keeps the schedule alone', () => {
  const monday = '2026-11-23';
  render(
    <PrintWeek
      monday={monday}
      pitches={[{ id: 1, name: 'Veld 1' }]}
      sessions={sessionsOf([block({}), block({ id: 10, team_ids: [7] })], monday)}
      names={new Map([[7, 'JO9-1']])}
      onDone={() => undefined}
    />,
  );
  expect(screen.getByText(new RegExp(texts.noTeam))).toBeTruthy();
  expect(screen.getByText(/JO9-1/)).toBeTruthy();
  expect(screen.queryByText(/Gesprek Jan/)).toBeNull();
});
