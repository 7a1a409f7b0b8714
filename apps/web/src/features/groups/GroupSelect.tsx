import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { groupNamesQuery } from '@/api/groups/names';
import type { GroupKind, GroupName } from '@/api/groups/names';
import { compareNames } from '@/lib/compare';
import { describeError } from '@/lib/describe-error';
import { commonTexts } from '@/texts/common';
import { groupTexts } from '@/texts/groups';

const texts = groupTexts.choose;

interface GroupSelectProps extends Pick<SelectProps, 'label' | 'clearable' | 'required'> {
  kinds: readonly GroupKind[];
  /** The chosen group; 0 for none. */
  value: number;
  /** What the chosen group is called when the reader may not see it. */
  fallback?: string;
  /** A group that cannot be chosen. */
  without?: number;
  onChange: (group: GroupName | null) => void;
  error?: ReactNode;
}

/** Chooses a group by name. The names are asked for when this is first shown. */
export function GroupSelect(props: GroupSelectProps) {
  const { kinds, value, fallback, without, onChange, ...rest } = props;
  const { data: groups = [], isPending, error } = useQuery(groupNamesQuery);
  const known = groups.some(({ id }) => id === value);
  const data = [
    ...(value !== 0 && !known
      ? [{ value: String(value), label: fallback || `${groupTexts.kinds.teams.one} ${value}` }]
      : []),
    ...kinds.map((kind) => ({
      group: groupTexts.kinds[kind].title,
      items: groups
        .filter((group) => group.kind === kind && group.id !== without)
        .sort((a, b) => compareNames(a.name, b.name))
        .map(({ id, name }) => ({ value: String(id), label: name })),
    })),
  ];
  return (
    <Select
      searchable
      limit={200}
      placeholder={texts.placeholder}
      openOnFocus={false}
      nothingFoundMessage={isPending ? commonTexts.loading : texts.nothing}
      clearButtonProps={{ 'aria-label': texts.clear }}
      data={data}
      value={value === 0 ? null : String(value)}
      onChange={(chosen) => onChange(groups.find(({ id }) => String(id) === chosen) ?? null)}
      {...rest}
      error={rest.error ?? (error && describeError(error).message)}
    />
  );
}
