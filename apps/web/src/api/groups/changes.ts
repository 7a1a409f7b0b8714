import { api } from '../client';
import { still } from '../if-match';
import { fileBody } from '../media';
import type { GroupPatch } from '../types';
import type { GroupChange } from './wire';

/** The calls that change a kind: apart, for the first list asks alone. */
export const changes = {
  teams: {
    create: (body: GroupPatch) => api.POST('/cms/v2/teams', { body }),
    update: (id: number, body: GroupPatch, etag: string) =>
      api.PUT('/cms/v2/teams/{id}', { params: still(id, etag), body }),
    remove: (id: number, etag: string) =>
      api.DELETE('/cms/v2/teams/{id}', { params: still(id, etag) }),
    adopt: (id: number, etag: string) =>
      api.POST('/club/v1/teams/{id}/adopt', { params: still(id, etag) }),
    uploadLogo: (id: number, file: File, etag: string) =>
      api.POST('/club/v1/teams/{id}/logo/upload', { params: still(id, etag), ...fileBody(file) }),
    removeLogo: (id: number, etag: string) =>
      api.POST('/club/v1/teams/{id}/logo', { params: still(id, etag), body: { media_id: 0 } }),
  },
  commissies: {
    create: (body: GroupPatch) => api.POST('/cms/v2/commissies', { body }),
    update: (id: number, body: GroupPatch, etag: string) =>
      api.PUT('/cms/v2/commissies/{id}', { params: still(id, etag), body }),
    remove: (id: number, etag: string) =>
      api.DELETE('/cms/v2/commissies/{id}', { params: still(id, etag) }),
    adopt: (id: number, etag: string) =>
      api.POST('/club/v1/commissies/{id}/adopt', { params: still(id, etag) }),
    uploadLogo: (id: number, file: File, etag: string) =>
      api.POST('/club/v1/commissies/{id}/logo/upload', {
        params: still(id, etag),
        ...fileBody(file),
      }),
    removeLogo: (id: number, etag: string) =>
      api.POST('/club/v1/commissies/{id}/logo', {
        params: still(id, etag),
        body: { media_id: 0 },
      }),
  },
} as const;

export function toWire({
  name,
  description,
  parent,
  website,
  contact_info,
  visibility,
  workspaces,
}: GroupChange): GroupPatch {
  const acf = {
    ...(website !== undefined && { website }),
    ...(contact_info !== undefined && { contact_info }),
    ...(visibility !== undefined && { _visibility: visibility }),
    ...(workspaces !== undefined && { _assigned_workspaces: workspaces }),
  };
  return {
    ...(name !== undefined && { title: name }),
    ...(description !== undefined && { content: description }),
    ...(parent !== undefined && { parent }),
    ...(Object.keys(acf).length > 0 && { acf }),
  };
}
