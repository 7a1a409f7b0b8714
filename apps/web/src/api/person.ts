import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { fileBody } from './media';
import { changed, personQuery } from './people';

const most = 100;

/** What the page tells of somebody's relatives beyond their names. */
export interface Relative {
  id: number;
  birthdate: string;
  former: boolean;
  deceased: boolean;
}

/** All relatives of a person in one question. */
export const relativesQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['relatives', ids],
    queryFn: async ({ signal }): Promise<Relative[]> => {
      const query = {
        include: ids.slice(0, most),
        per_page: most,
        _fields: 'id,acf.birthdate,acf.former_member,acf.is_deceased',
      };
      const people = await take(api.GET('/cms/v2/people', { params: { query }, signal }));
      return people.map(({ id, acf }) => ({
        id,
        birthdate: acf.birthdate,
        former: acf.former_member,
        deceased: acf.is_deceased,
      }));
    },
  });

export function useChangeLabels(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `person-${id}` },
    mutationFn: (person_label: number[]) =>
      take(api.PUT('/cms/v2/people/{id}', { params: { path: { id } }, body: { person_label } })),
    onSuccess: (person) => changed(queryClient, person),
  });
}

/** A file is the new photo; null takes the photo away. */
export function useChangePhoto(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: File | null): Promise<number> => {
      const params = { path: { id } };
      if (file === null) {
        await take(api.DELETE('/club/v1/people/{id}/photo', { params }));
        return 0;
      }
      const body = fileBody(file);
      const placed = await take(api.POST('/club/v1/people/{id}/photo', { params, ...body }));
      return placed.attachment_id;
    },
    onSuccess: async (photo) => {
      queryClient.setQueryData(
        personQuery(id).queryKey,
        (person) =>
          person && {
            ...person,
            featured_media: photo,
            acf: { ...person.acf, photo_gallery: photo === 0 ? [] : [photo] },
          },
      );
      await queryClient.invalidateQueries({ queryKey: ['people'] });
    },
  });
}
