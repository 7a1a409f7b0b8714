import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Gives the page axe, half a megabyte of script, unless it was asked about before. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

/** What fades in has its colours only in the end. What turns without end is not waited for. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** All rules, those about colours, or those about all else. */
export type Part = 'all' | 'colours' | 'all but colours';

const rules = {
  all: {},
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
  'all but colours': {
    rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
  },
};

/** What axe finds on the page as it is now: the rule and where. */
async function violationsOf(page: Page, part: Part): Promise<string[]> {
  await settled(page);
  await bringAxe(page);
  const { violations } = await new AxeBuilder({ page, axeSource: '/* bringAxe */' })
    // Sums up in the page itself, which has no frames of others, and not in a second page with axe in it.
    .setLegacyMode()
    // Of what is as it should be nobody reads where it stands.
    .options({ resultTypes: ['violations'], ...rules[part] })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${String(target)}`),
  );
}

/**
 * Nothing on the page stands in the way of who reads or works it otherwise. A notification may begin to fade while axe looks:
 * what is wrong is looked at twice.
 */
export async function expectAccessible(page: Page, part: Part = 'all'): Promise<void> {
  const first = await violationsOf(page, part);
  expect(first.length === 0 ? first : await violationsOf(page, part)).toEqual([]);
}
