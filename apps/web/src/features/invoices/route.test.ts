import { expect, test } from 'vitest';
import * as v from 'valibot';

import { invoicesSearchSchema, usualInvoicesSearch } from './route';

const read = (search: object) => v.parse(invoicesSearchSchema, search);

test('reads the texts of an address, and nothing that is none of it', () => {
  expect(read({ omlaag: 'false', persoon: '12', pagina: '3', status: 'paid' })).toEqual({
    ...usualInvoicesSearch,
    omlaag: false,
    persoon: 12,
    pagina: 3,
    status: 'paid',
  });
  expect(read({ persoon: '-1', pagina: '0', status: 'weg', seizoen: '2026', op: 'x' })).toEqual(
    usualInvoicesSearch,
  );
});
