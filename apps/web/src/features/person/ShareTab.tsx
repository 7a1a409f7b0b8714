import { useUpdatePerson } from '@/api/people/mutations';
import type { Person } from '@/api/types';
import SharePanel from '@/features/share/SharePanel';

/** Whom else a person is for. */
export default function ShareTab({ person }: { person: Person }) {
  const { _visibility, _assigned_workspaces } = person.acf;
  const update = useUpdatePerson(person.id);
  return (
    <SharePanel
      of={{ kind: 'people', id: person.id }}
      visibility={_visibility}
      onVisibility={(chosen) =>
        update.mutate({
          change: { _visibility: chosen },
          before: { _visibility },
          etag: person.etag,
        })
      }
      workspaces={_assigned_workspaces}
      onWorkspaces={(chosen) =>
        update.mutate({
          change: { _assigned_workspaces: chosen },
          before: { _assigned_workspaces },
          etag: person.etag,
        })
      }
      error={update.error}
    />
  );
}
