import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** A page that is asked about twice has axe already: it is half a megabyte of script. */
const axeSource = `if (window.axe === undefined) { ${axe.source} }`;

/** Nothing on the page stands in the way of who reads or works it otherwise. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page, axeSource })
    // Sums up in the page itself, which has no frames of others, and not in a second page with axe in it.
    .setLegacyMode()
    // Of what is as it should be nobody reads where it stands.
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`)),
  ).toEqual([]);
}
