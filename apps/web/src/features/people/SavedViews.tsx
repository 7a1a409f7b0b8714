import { Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRemoveView, useSaveView, viewsQuery } from '@/api/views';
import type { SavedView } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { describeError } from '@/lib/describe-error';
import { viewTexts as texts } from '@/texts/people-views';

import type { ColumnId } from './columns';
import { usualSearch } from './search';
import type { PeopleViewProps } from './view';
import { ViewNameDialog } from './ViewNameDialog';
import { differs, fromView, openView, toView } from './views';
import { ViewsButton } from './ViewsButton';

interface SavedViewsProps extends PeopleViewProps {
  columns: readonly ColumnId[];
}

type Asked = 'save' | 'rename' | 'remove';

/** The user's views of the list: open one, keep what is shown now, or change one. Open as soon as it is there. */
export default function SavedViews({ search, onSearch, columns }: SavedViewsProps) {
  const views = useQuery(viewsQuery);
  const save = useSaveView();
  const remove = useRemoveView();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const open = openView(views.data, search);
  const changed = open !== undefined && differs(open, search);

  const overwrite = ({ id, name }: SavedView) =>
    save.mutate(
      { id, change: toView(search, columns) },
      {
        onSuccess: () => notifications.show({ color: 'green', message: texts.saved(name) }),
        onError: (error) =>
          notifications.show({
            color: 'red',
            title: texts.notSaved,
            message: describeError(error).message,
          }),
      },
    );
  return (
    <>
      {/* Within the page: its label and sentence stand in a landmark then. */}
      <Menu position="bottom-start" defaultOpened width={300} withinPortal={false}>
        <Menu.Target>
          <ViewsButton name={open?.name} changed={changed} loading={save.isPending} />
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          <Menu.Label>{texts.own}</Menu.Label>
          {views.isError && (
            <Text size="sm" c="red" px="sm" py={4}>
              {texts.failed}
            </Text>
          )}
          {views.data?.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py={4}>
              {texts.none}
            </Text>
          )}
          {views.data?.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={<IconBookmark size={18} aria-hidden />}
              aria-current={view.id === open?.id ? 'true' : undefined}
              fw={view.id === open?.id ? 600 : undefined}
              onClick={() => onSearch(fromView(view))}
            >
              {view.name}
            </Menu.Item>
          ))}
          {open !== undefined && (
            <Menu.Item
              leftSection={<IconUsers size={18} aria-hidden />}
              onClick={() => onSearch(usualSearch)}
            >
              {texts.close}
            </Menu.Item>
          )}
          <Menu.Divider />
          {changed && (
            <>
              <Menu.Item
                leftSection={<IconDeviceFloppy size={18} aria-hidden />}
                onClick={() => overwrite(open)}
              >
                {texts.overwrite(open.name)}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => onSearch(fromView(open))}
              >
                {texts.restore}
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<IconBookmarkPlus size={18} aria-hidden />}
            onClick={() => setAsked('save')}
          >
            {open === undefined ? texts.save : texts.saveAgain}
          </Menu.Item>
          {open !== undefined && (
            <>
              <Menu.Item
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setAsked('rename')}
              >
                {texts.rename}
              </Menu.Item>
              <Menu.Item
                // Of the reds of Mantine the one of a menu is too light to read.
                color="var(--mantine-color-error)"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setAsked('remove')}
              >
                {texts.remove}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'save' && (
        <ViewNameDialog
          title={texts.saveTitle}
          name=""
          change={toView(search, columns)}
          onClose={close}
          onSaved={(view) => onSearch(fromView(view), { replace: true })}
        />
      )}
      {asked === 'rename' && open !== undefined && (
        <ViewNameDialog title={texts.renameTitle} id={open.id} name={open.name} onClose={close} />
      )}
      {open !== undefined && (
        <ConfirmDialog
          opened={asked === 'remove'}
          onClose={close}
          title={texts.removeTitle}
          message={texts.removeMessage(open.name)}
          confirm={texts.removeConfirm}
          mutation={remove}
          variables={open.id}
          onDone={() => {
            onSearch({ weergave: '' }, { replace: true });
            notifications.show({ message: texts.removed(open.name) });
          }}
        />
      )}
    </>
  );
}
