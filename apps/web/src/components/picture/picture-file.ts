export type PictureProblem = 'type' | 'size';

const largest = 10 * 1024 * 1024;

export const photoTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export const logoTypes = [...photoTypes, 'image/svg+xml'] as const;

/** What is wrong with a file as a picture, as far as that can be seen before it is sent. */
export function pictureProblem(
  { size, type }: Pick<File, 'size' | 'type'>,
  types: readonly string[],
): PictureProblem | undefined {
  if (!types.includes(type)) return 'type';
  return size > largest ? 'size' : undefined;
}
