import { useUpdateGroup } from '@/api/groups/mutations';
import type { Group } from '@/api/groups/wire';
import { Dialog } from '@/components/Dialog';
import { useReturnFocus } from '@/components/use-return-focus';
import SharePanel from '@/features/share/SharePanel';
import { shareTexts } from '@/texts/share';

/** Whom else a team is for. */
export default function ShareDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { visibility } = group;
  const update = useUpdateGroup(group);
  useReturnFocus();
  return (
    <Dialog opened onClose={onClose} title={shareTexts.title(group.name)}>
      <SharePanel
        of={{ kind: 'teams', id: group.id }}
        visibility={visibility}
        onVisibility={(chosen) =>
          update.mutate({
            change: { visibility: chosen },
            before: { visibility },
            etag: group.etag,
          })
        }
        error={update.error}
      />
    </Dialog>
  );
}
