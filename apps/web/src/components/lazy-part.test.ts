// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { reloadLostStyles, watchLostFiles } from './lazy-part';

/** A style sheet that nothing is known of yet. */
function addStyles(name: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.setAttribute('rel', 'stylesheet');
  link.setAttribute('data-name', name);
  document.head.append(link);
  return link;
}

const standing = () => [...document.head.querySelectorAll('link')];

it('asks once more for styles that did not come, and leaves those alone that are on their way', () => {
  const before = addStyles('before the page');
  watchLostFiles();
  const onItsWay = addStyles('on its way');
  const lost = addStyles('lost');
  lost.dispatchEvent(new Event('error'));

  reloadLostStyles();
  const [first, second, third] = standing();
  expect(first).not.toBe(before);
  expect(second).toBe(onItsWay);
  expect(third).not.toBe(lost);
  expect(third?.dataset.name).toBe('lost');

  reloadLostStyles();
  expect(standing()).toEqual([first, second, third]);
  third?.dispatchEvent(new Event('error'));
  reloadLostStyles();
  expect(standing()[2]).not.toBe(third);
});
