import { Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconPencil,
  IconShare,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useRemoveView, useSaveView, viewsQuery } from '@/api/views';
import type { SavedView } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { roleName } from '@/features/settings/roles';
import { describeError } from '@/lib/describe-error';
import { viewTexts as texts } from '@/texts/people-views';

import type { ColumnId } from './columns';
import { usualSearch } from './search';
import type { PeopleViewProps } from './view';
import { ViewNameDialog } from './ViewNameDialog';
import { ShareViewDialog } from './ShareViewDialog';
import { differs, fromView, isOwn, openView, toView, viewKey } from './views';
import { ViewsButton } from './ViewsButton';

interface SavedViewsProps extends PeopleViewProps {
  columns: readonly ColumnId[];
}

type Asked = 'save' | 'rename' | 'share' | 'remove';

/** The views of the list, of the user and of who shares with them: open one, keep what is shown now, or change an own one. Open as soon as it is there. */
export default function SavedViews({ search, onSearch, columns }: SavedViewsProps) {
  const views = useQuery(viewsQuery);
  const save = useSaveView();
  const remove = useRemoveView();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const open = openView(views.data, search);
  const changed = open !== undefined && differs(open, search);

  const own = views.data?.filter(isOwn) ?? [];
  const shared = views.data?.filter((view) => !isOwn(view)) ?? [];
  const item = (view: SavedView) => (
    <Menu.Item
      key={viewKey(view)}
      leftSection={<IconBookmark size={18} aria-hidden />}
      rightSection={
        <Text component="span" size="xs" c="dimmed">
          {isOwn(view) ? view.roles.map(roleName).join(', ') : view.owner_name}
        </Text>
      }
      aria-current={view === open ? 'true' : undefined}
      fw={view === open ? 600 : undefined}
      onClick={() => onSearch(fromView(view))}
    >
      {view.name}
    </Menu.Item>
  );

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
          {own.length === 0 && views.isSuccess && (
            <Text size="sm" c="dimmed" px="sm" py={4}>
              {texts.none}
            </Text>
          )}
          {own.map(item)}
          {shared.length > 0 && <Menu.Label>{texts.shared}</Menu.Label>}
          {shared.map(item)}
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
              {isOwn(open) && (
                <Menu.Item
                  leftSection={<IconDeviceFloppy size={18} aria-hidden />}
                  onClick={() => overwrite(open)}
                >
                  {texts.overwrite(open.name)}
                </Menu.Item>
              )}
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
          {open !== undefined && isOwn(open) && (
            <>
              <Menu.Item
                leftSection={<IconShare size={18} aria-hidden />}
                onClick={() => setAsked('share')}
              >
                {texts.share}
              </Menu.Item>
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
      {asked === 'share' && open !== undefined && <ShareViewDialog view={open} onClose={close} />}
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
