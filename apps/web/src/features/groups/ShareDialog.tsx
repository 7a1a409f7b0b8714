import { useUpdateGroup } from '@/api/groups/mutations';
import type { Group } from '@/api/groups/wire';
import { useIsSharing } from '@/api/shares';
import { Dialog } from '@/components/Dialog';
import { useReturnFocus } from '@/components/use-return-focus';
import SharePanel from '@/features/share/SharePanel';
import { shareTexts } from '@/texts/share';

/** Whom else a team or a committee is for. */
export default function ShareDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { id, kind, visibility, workspaces } = group;
  const update = useUpdateGroup(group);
  const isSharing = useIsSharing({ kind: 'teams', id });
  useReturnFocus();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={shareTexts.title(group.name)}
      busy={update.isPending || isSharing}
    >
      <SharePanel
        of={kind === 'teams' ? { kind, id } : undefined}
        visibility={visibility}
        onVisibility={(chosen) =>
          update.mutate({
            change: { visibility: chosen },
            before: { visibility },
            etag: group.etag,
          })
        }
        workspaces={workspaces}
        onWorkspaces={(chosen) =>
          update.mutate({
            change: { workspaces: chosen },
            before: { workspaces },
            etag: group.etag,
          })
        }
        error={update.error}
      />
    </Dialog>
  );
}
