import { Button, Group, List, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useSaveLeaverRules } from '@/api/leavers';
import type { LeaverRules, Leavers } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { fieldErrors } from '@/lib/field-errors';
import { numberProblem, type TypedNumber, typedNumber } from '@/lib/typed-number';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { leaverTexts } from '@/texts/leavers';

import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';
import { takeKept } from './take-kept';

const { rules: texts } = leaverTexts;

interface LeaverRulesCardProps {
  overview: Leavers;
  mayChange: boolean;
}

/** How long after somebody left what goes. Administrators decide; who keeps the members reads it. */
export function LeaverRulesCard({ overview, mayChange }: LeaverRulesCardProps) {
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      {mayChange ? (
        <RulesForm overview={overview} />
      ) : (
        <>
          <List>
            {overview.rules.map(({ kind, title, enabled, months }) => (
              <List.Item key={kind}>
                {enabled ? texts.line(title, months) : texts.neverLine(title)}
              </List.Item>
            ))}
          </List>
          <Text c="dimmed">{texts.readOnly}</Text>
        </>
      )}
    </SettingsCard>
  );
}

interface RuleFields {
  kind: LeaverRules['rules'][number]['kind'];
  enabled: boolean;
  months: TypedNumber;
}

interface RulesFields extends Pick<LeaverRules, 'enabled'> {
  notice_days: TypedNumber;
  rules: RuleFields[];
}

const valuesOf = ({ enabled, notice_days, rules }: Leavers): RulesFields => ({
  enabled,
  notice_days,
  rules: rules.map(({ kind, enabled: on, months }) => ({ kind, enabled: on, months })),
});

/** The fields as they are sent: an empty notice is 0, which the server refuses; months that are empty are as they were kept. */
const sentOf = ({ enabled, notice_days, rules }: RulesFields, kept: Leavers): LeaverRules => ({
  enabled,
  notice_days: typedNumber(notice_days),
  rules: rules.map((rule) => ({
    ...rule,
    months:
      numberProblem(rule.months) === null
        ? typedNumber(rule.months)
        : (kept.rules.find(({ kind }) => kind === rule.kind)?.months ?? 0),
  })),
});

function RulesForm({ overview }: { overview: Leavers }) {
  const form = useForm<RulesFields>({
    initialValues: valuesOf(overview),
    // 0 months is at once, which nobody means who left the field empty. Of a rule that is off the months that were kept stay.
    validate: {
      rules: {
        months: (months, { rules }, path) =>
          rules[Number(path.split('.')[1])]?.enabled === true ? numberProblem(months) : null,
      },
    },
  });
  const set = useSaveLeaverRules();
  const errors = set.isPending ? {} : fieldErrors(set.error);
  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) {
      return false;
    }
    const sent = form.getValues();
    try {
      const kept = valuesOf(await set.mutateAsync(sentOf(sent, overview)));
      takeKept(form, sent, kept);
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(form.isDirty() ? 'typed' : set.isPending ? 'sending' : 'nothing', {
    save,
    drop: form.reset,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <ErrorAlert error={set.error} title={commonTexts.notSaved} />
        <Switch
          label={texts.enabled}
          description={texts.enabledHint}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <NumberInput
          label={texts.notice}
          description={texts.noticeHint}
          maw="16rem"
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('notice_days')}
          error={errors.notice_days}
        />
        <ul className={classes.list}>
          {overview.rules.map(({ kind, title, why }, at) => (
            <li key={kind} className={classes.row}>
              <Switch
                className={classes.subject}
                label={title}
                description={why}
                {...form.getInputProps(`rules.${at}.enabled`, { type: 'checkbox' })}
              />
              <NumberInput
                aria-label={texts.months(title)}
                w="9rem"
                suffix={` ${texts.after(typedNumber(form.values.rules[at]?.months ?? 0))}`}
                allowDecimal={false}
                allowNegative={false}
                disabled={form.values.rules[at]?.enabled !== true}
                {...form.getInputProps(`rules.${at}.months`)}
                error={form.errors[`rules.${at}.months`] ?? errors[`rules.${kind}`]}
              />
            </li>
          ))}
        </ul>
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={set.isPending}>
            {commonTexts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
