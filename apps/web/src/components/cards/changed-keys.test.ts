import { describe, expect, it } from 'vitest';

import { changedKeys } from './changed-keys';

describe('changedKeys', () => {
  const before = {
    first_name: 'Jan',
    nickname: '',
    contact_info: [
      { contact_type: 'email', contact_value: 'jan@voorbeeld.nl', extra: 1 },
      { contact_type: 'mobile', contact_value: '06' },
    ],
  };

  it('is empty when nothing changed', () => {
    expect(changedKeys(before, structuredClone(before))).toEqual({});
  });

  it('holds the changed field alone', () => {
    expect(changedKeys(before, { ...before, nickname: 'Jantje' })).toEqual({ nickname: 'Jantje' });
  });

  it('holds a changed list as a whole, untouched rows with all their keys', () => {
    const contact_info = structuredClone(before.contact_info);
    contact_info[1] = { contact_type: 'mobile', contact_value: '0612345678' };
    expect(changedKeys(before, { ...before, contact_info })).toEqual({ contact_info });
  });

  it('sees a removed row, and a field that was cleared', () => {
    const contact_info = before.contact_info.slice(0, 1);
    expect(changedKeys(before, { ...before, first_name: '', contact_info })).toEqual({
      first_name: '',
      contact_info,
    });
  });
});
