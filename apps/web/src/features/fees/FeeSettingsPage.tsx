import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { feeSettingsQuery, usePreviewFees, useSaveFeeSettings } from '@/api/fees';
import type { FeeSeason, FeeSettings } from '@/api/types';
import { sameJson } from '@/components/cards/changed-keys';
import { lazyPart } from '@/components/lazy-part';
import { ButtonLink } from '@/components/ButtonLink';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { notifyFailure } from '@/lib/notify-failure';
import { typedNumber } from '@/lib/typed-number';
import { mayLeave, useUnsaved } from '@/lib/unsaved';
import { feeTexts as texts } from '@/texts/fees';

import { CategoryList } from './CategoryList';
import classes from './Fees.module.css';
import { changeOf, draftOf } from './settings';

const PreviewDialog = lazyPart(() => import('./PreviewDialog'));

/** What fees are computed by, of this season and the next. */
export function FeeSettingsPage() {
  const settings = useQuery(feeSettingsQuery);
  const [next, setNext] = useState(false);
  return (
    <Stack gap="md" className={classes.page}>
      <PageHeader
        title={texts.settingsTitle}
        subtitle={texts.settingsIntro}
        actions={
          <ButtonLink to="/contributie" variant="default">
            {texts.back}
          </ButtonLink>
        }
      />
      <ListState query={settings}>
        {({ current_season, next_season }) => {
          const season = next ? next_season : current_season;
          return (
            <>
              <NativeSelect
                label={texts.season}
                maw="14rem"
                value={season.key}
                onChange={({ currentTarget: { value } }) =>
                  void mayLeave().then((may) => may && setNext(value === next_season.key))
                }
                data={[current_season.key, next_season.key]}
              />
              {season.borrowed_from !== null && (
                <Alert variant="light">{texts.borrowed(season.borrowed_from)}</Alert>
              )}
              <SeasonForm key={season.key} season={season} />
            </>
          );
        }}
      </ListState>
    </Stack>
  );
}

const seasonOf = ({ current_season, next_season }: FeeSettings, key: string) =>
  key === next_season.key ? next_season : current_season;

function SeasonForm({ season }: { season: FeeSeason }) {
  const [opened, setOpened] = useState(() => draftOf(season));
  const [draft, setDraft] = useState(opened);
  const preview = usePreviewFees();
  const save = useSaveFeeSettings();
  const change = changeOf(season.key, opened, draft);
  // Categories are saved as a whole: those of somebody else, who was first, would be lost.
  const theirs = draftOf(season).categories;
  const differs = !save.isPending && !sameJson(theirs, opened.categories);
  const adopt = () => {
    setOpened((before) => ({ ...before, categories: theirs }));
    setDraft((before) => ({ ...before, categories: theirs }));
  };
  if (differs && change.categories === undefined) adopt();
  const overtaken = differs && change.categories !== undefined;
  const may = (now: FeeSettings) => {
    const it = seasonOf(now, season.key);
    return change.categories === undefined || sameJson(draftOf(it).categories, opened.categories);
  };
  // It is saved after a look at what it does, and so not by who leaves.
  useUnsaved(save.isPending ? 'sending' : sameJson(opened, draft) ? 'nothing' : 'typed', {
    drop: () => setDraft(opened),
  });
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (overtaken) return;
        preview.mutate(change, { onError: notifyFailure });
      }}
    >
      <Stack gap="md">
        {overtaken && (
          <Alert role="alert" color="orange" title={texts.overtakenTitle}>
            <Stack gap="sm" align="flex-start">
              {texts.overtaken}
              <Button variant="default" size="xs" onClick={adopt}>
                {texts.adopt}
              </Button>
            </Stack>
          </Alert>
        )}
        <CategoryList
          categories={draft.categories}
          onChange={(categories) => set({ categories })}
        />
        <Title order={2}>{texts.discounts}</Title>
        <Group gap="md">
          <Percentage
            label={texts.second}
            value={draft.second}
            onChange={(second) => set({ second })}
          />
          <Percentage
            label={texts.third}
            value={draft.third}
            onChange={(third) => set({ third })}
          />
        </Group>
        <Title order={2}>{texts.plans}</Title>
        <Checkbox
          label={texts.plan3}
          checked={draft.plan3}
          onChange={({ currentTarget: { checked } }) => set({ plan3: checked })}
        />
        <Checkbox
          label={texts.plan8}
          checked={draft.plan8}
          onChange={({ currentTarget: { checked } }) => set({ plan8: checked })}
        />
        <Group>
          <Button type="submit" loading={preview.isPending} disabled={overtaken}>
            {texts.preview}
          </Button>
        </Group>
      </Stack>
      <Part onGiveUp={preview.reset}>
        {preview.data && (
          <PreviewDialog
            preview={preview.data}
            saving={save.isPending}
            onClose={preview.reset}
            onSave={() =>
              save.mutate(
                { body: change, may },
                {
                  onSuccess: (saved) => {
                    preview.reset();
                    if (saved === undefined) return; // the notice says why
                    const kept = draftOf(seasonOf(saved, season.key));
                    setOpened(kept);
                    setDraft(kept);
                    notifications.show({ color: 'green', message: texts.saved });
                  },
                  onError: notifyFailure,
                },
              )
            }
          />
        )}
      </Part>
    </form>
  );
}

interface PercentageProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Percentage({ label, value, onChange }: PercentageProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={0}
      max={100}
      decimalScale={2}
      decimalSeparator=","
      suffix="%"
      onChange={(given) => onChange(typedNumber(given))}
    />
  );
}
