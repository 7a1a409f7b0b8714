import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const text = (path: string) => readFileSync(path, 'utf8');
const here = 'src/components/icons';

/** What is drawn, without the spaces between; the first path of the package draws nothing. */
const drawing = (svg: string) =>
  [...svg.matchAll(/<(?!svg|symbol|path stroke="none")\w+ [^>]*>/g)].map(([part]) =>
    part.replace(/\s+/g, ' '),
  );

const symbols = new Map(
  [...text(`${here}/frame-icons.svg`).matchAll(/<symbol id="([\w-]+)"[^]*?<\/symbol>/g)].map(
    ([symbol, name]) => [name, drawing(symbol)],
  ),
);

describe('the icons of the frame', () => {
  const names = [...text(`${here}/FrameIcon.tsx`).matchAll(/^ {2}\| '([\w-]+)'/gm)].map(
    ([, name]) => name ?? '',
  );

  it('are the picture, each once', () => {
    expect(names.length).toBeGreaterThan(15);
    expect([...symbols.keys()].sort()).toEqual([...names].sort());
  });

  it.each(names)('%s is as its package draws it', (name) => {
    const drawn = drawing(text(`node_modules/@tabler/icons/icons/outline/${name}.svg`));
    expect(drawn.length).toBeGreaterThan(0);
    expect(symbols.get(name)).toEqual(drawn);
  });
});
