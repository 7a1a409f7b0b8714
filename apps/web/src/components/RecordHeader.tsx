import { ActionIcon, Group, Menu, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconDotsVertical, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { commonTexts } from '@/texts/common';

import { useMayEdit } from './may-edit';

interface RecordHeaderProps {
  /** A link to the list, around what it is given. */
  back: (content: ReactNode) => ReactNode;
  /** What the list is called. */
  list: string;
  /** On the line of the link to the list. */
  beside?: ReactNode;
  name: string;
  picture: ReactNode;
  /** What stands under the name. */
  children: ReactNode;
  /** What is odd about the record, below all of it. */
  notice?: ReactNode;
  remove: string;
  /** Whether the user may; when it is not known, who may edit. */
  mayRemove?: boolean;
  /** What else is in the menu. */
  more?: ReactNode;
  /** The question before it is removed. */
  removing: (opened: boolean, onClose: () => void) => ReactNode;
}

/** The top of the page of a person or a group. */
export function RecordHeader(props: RecordHeaderProps) {
  const { back, list, beside, name, picture, children, notice, remove, removing, more } = props;
  const [asking, question] = useDisclosure();
  const mayEdit = useMayEdit();
  const { mayRemove = mayEdit } = props;
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" mih={34} data-print="never">
        {back(
          <Group component="span" gap={6}>
            <IconArrowLeft size={16} aria-hidden />
            {list}
          </Group>,
        )}
        {beside}
      </Group>
      <Group wrap="nowrap" align="flex-start" gap="md">
        {picture}
        <Stack gap={6} flex={1} miw={0}>
          <Title order={1}>{name}</Title>
          {children}
        </Stack>
        {(mayRemove || more) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={commonTexts.moreActions}
                data-print="never"
              >
                <IconDotsVertical size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {more}
              {mayRemove && (
                <Menu.Item
                  // Of the reds of Mantine the one of a menu is too light to read.
                  color="var(--mantine-color-error)"
                  leftSection={<IconTrash size={18} aria-hidden />}
                  onClick={question.open}
                >
                  {remove}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {notice}
      {removing(asking, question.close)}
    </Stack>
  );
}
