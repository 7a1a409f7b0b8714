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
import { useId, useState } from 'react';

import { feeSettingsQuery, usePreviewFees, useSaveFeeSettings } from '@/api/fees';
import type { FeePreview, FeeSeason, FeeSettings, FeeSettingsChange } from '@/api/types';
import { changedKeys, sameJson } from '@/components/cards/changed-keys';
import { focusFirstProblem } from '@/components/cards/focus';
import { lazyPart } from '@/components/lazy-part';
import { ButtonLink } from '@/components/ButtonLink';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { notifyFailure } from '@/lib/notify-failure';
import { numberProblem, type TypedNumber } from '@/lib/typed-number';
import { mayLeave, useUnsaved } from '@/lib/unsaved';
import { feeTexts as texts } from '@/texts/fees';

import { CategoryList } from './CategoryList';
import classes from './Fees.module.css';
import { changedMeanwhile, changeOf, draftOf, lacksNumbers, type SettingsDraft } from './settings';

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

/** What was looked at before it is saved: what is typed since is not part of it. */
interface Looked {
  preview: FeePreview;
  change: FeeSettingsChange;
  opened: SettingsDraft;
  draft: SettingsDraft;
}

function SeasonForm({ season }: { season: FeeSeason }) {
  const id = useId();
  const [opened, setOpened] = useState(() => draftOf(season));
  const [draft, setDraft] = useState(opened);
  const [looked, setLooked] = useState<Looked>();
  const [saysProblems, setSaysProblems] = useState(false);
  const preview = usePreviewFees();
  const save = useSaveFeeSettings();
  // Each part is saved as a whole: that of somebody else, who was first, would be lost.
  const theirs = changedMeanwhile(opened, draft, save.isPending ? opened : draftOf(season));
  const takeOver = (parts: Partial<SettingsDraft>) => {
    setOpened((before) => ({ ...before, ...parts }));
    setDraft((before) => ({ ...before, ...parts }));
  };
  if (hasAny(theirs.free)) takeOver(theirs.free);
  const overtaken = hasAny(theirs.overtaken);
  // It is saved after a look at what it does, and so not by who leaves.
  useUnsaved(save.isPending ? 'sending' : sameJson(opened, draft) ? 'nothing' : 'typed', {
    drop: () => setDraft(opened),
  });
  const look = () => {
    if (overtaken) return;
    const lacking = lacksNumbers(draft);
    setSaysProblems(lacking);
    if (lacking) {
      focusFirstProblem(id);
      return;
    }
    const change = changeOf(season.key, opened, draft);
    preview.mutate(change, {
      onSuccess: (shown) => setLooked({ preview: shown, change, opened, draft }),
      onError: notifyFailure,
    });
  };
  const close = () => setLooked(undefined);
  const keep = ({ change, opened: before, draft: sent }: Looked) => {
    const may = (now: FeeSettings) =>
      !hasAny(changedMeanwhile(before, sent, draftOf(seasonOf(now, season.key))).overtaken);
    save.mutate(
      { body: change, may },
      {
        onSuccess: (saved) => {
          close();
          if (saved === undefined) return; // the notice says why
          const kept = draftOf(seasonOf(saved, season.key));
          setOpened(kept);
          setDraft((now) => ({ ...kept, ...changedKeys(sent, now) }));
          notifications.show({ color: 'green', message: texts.saved });
        },
        onError: notifyFailure,
      },
    );
  };
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <Stack gap="md">
        {overtaken && (
          <Alert role="alert" color="orange" title={texts.overtakenTitle}>
            <Stack gap="sm" align="flex-start">
              {texts.overtaken(
                Object.entries(texts.parts)
                  .filter(([part]) => part in theirs.overtaken)
                  .map(([, name]) => name),
              )}
              <Button variant="default" size="xs" onClick={() => takeOver(theirs.overtaken)}>
                {texts.adopt}
              </Button>
            </Stack>
          </Alert>
        )}
        <CategoryList
          categories={draft.categories}
          saysProblems={saysProblems}
          onChange={(categories) => set({ categories })}
        />
        <Title order={2}>{texts.discounts}</Title>
        <Group gap="md">
          <Percentage
            label={texts.second}
            value={draft.second}
            saysProblem={saysProblems}
            onChange={(second) => set({ second })}
          />
          <Percentage
            label={texts.third}
            value={draft.third}
            saysProblem={saysProblems}
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
      <Part onGiveUp={close}>
        {looked && (
          <PreviewDialog
            preview={looked.preview}
            saving={save.isPending}
            onClose={close}
            onSave={() => keep(looked)}
          />
        )}
      </Part>
    </form>
  );
}

const hasAny = (parts: Partial<SettingsDraft>) => Object.keys(parts).length > 0;

interface PercentageProps {
  label: string;
  value: TypedNumber;
  saysProblem: boolean;
  onChange: (value: TypedNumber) => void;
}

function Percentage({ label, value, saysProblem, onChange }: PercentageProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={0}
      max={100}
      decimalScale={2}
      decimalSeparator=","
      suffix="%"
      error={saysProblem && numberProblem(value)}
      onChange={onChange}
    />
  );
}
