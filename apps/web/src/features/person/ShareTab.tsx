import { useUpdatePerson } from '@/api/people/mutations';
import type { Person } from '@/api/types';
import SharePanel from '@/features/share/SharePanel';

/** Whom else a person is for. */
export default function ShareTab({ person }: { person: Person }) {
  const { _visibility } = person.acf;
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
      error={update.error}
    />
  );
}
