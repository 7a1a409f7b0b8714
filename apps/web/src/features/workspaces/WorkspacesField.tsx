import { MultiSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { workspacesQuery } from '@/api/workspaces';
import { ListState } from '@/components/ListState';
import { audienceTexts as texts } from '@/texts/workspaces';

interface WorkspacesFieldProps {
  value: number[];
  onChange: (chosen: number[]) => void;
  hint?: string;
}

/** In which workspaces of the user a record is. Others in which it is stay, and may be left. */
export function WorkspacesField({
  value,
  onChange,
  hint = texts.workspacesHint,
}: WorkspacesFieldProps) {
  const workspaces = useQuery(workspacesQuery);
  return (
    <ListState query={workspaces}>
      {(list) => {
        const others = value.filter((id) => !list.some((mine) => mine.id === id));
        if (list.length + others.length === 0) return <Text c="dimmed">{texts.noWorkspaces}</Text>;
        return (
          <MultiSelect
            label={texts.workspaces}
            description={hint}
            searchable
            data={[
              ...list.map(({ id, name }) => ({ value: String(id), label: name })),
              ...others.map((id) => ({ value: String(id), label: texts.other(id) })),
            ]}
            value={value.map(String)}
            onChange={(chosen) => onChange(chosen.map(Number))}
          />
        );
      }}
    </ListState>
  );
}
