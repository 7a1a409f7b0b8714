import { Kbd, Stack, Switch, Table } from '@mantine/core';

import { usePreferences, useSavePreferences } from '@/api/preferences';
import { Dialog } from '@/components/Dialog';
import { useReturnFocus } from '@/components/use-return-focus';
import { shortcutTexts as texts } from '@/texts/shortcuts';

/** Which keys do something, and whether those of one letter do. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { shortcuts } = usePreferences();
  const save = useSavePreferences();
  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      <Stack>
        <Table withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            {texts.keys.map(([keys, does]) => (
              <Table.Tr key={does}>
                <Table.Td w="9rem">
                  {keys.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          checked={shortcuts}
          label={texts.letters}
          description={texts.lettersHint}
          onChange={(event) => save({ shortcuts: event.currentTarget.checked })}
        />
      </Stack>
    </Dialog>
  );
}
