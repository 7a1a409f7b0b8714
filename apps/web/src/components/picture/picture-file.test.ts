import { describe, expect, it } from 'vitest';

import { logoTypes, photoTypes, pictureProblem } from './picture-file';

describe('a picture', () => {
  it.each([
    [{ type: 'image/png', size: 10 }, undefined],
    [{ type: 'text/plain', size: 10 }, 'type'],
    [{ type: 'image/svg+xml', size: 10 }, 'type'],
    [{ type: 'image/jpeg', size: 10 * 1024 * 1024 }, undefined],
    [{ type: 'image/jpeg', size: 10 * 1024 * 1024 + 1 }, 'size'],
  ])('%o is %s as a photo', (file, problem) => {
    expect(pictureProblem(file, photoTypes)).toBe(problem);
  });

  it('of a group may be drawn', () => {
    expect(pictureProblem({ type: 'image/svg+xml', size: 10 }, logoTypes)).toBeUndefined();
  });
});
