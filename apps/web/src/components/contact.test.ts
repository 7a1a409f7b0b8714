import { describe, expect, it } from 'vitest';

import { contactHref, contactText, firstContact } from './contact';

describe('a contact entry', () => {
  const entry = (
    contact_type: 'email' | 'mobile' | 'website' | 'other',
    contact_value: string,
  ) => ({
    contact_type,
    contact_label: '',
    contact_value,
  });

  it('is the first that is filled', () => {
    const entries = [entry('mobile', ''), entry('email', 'jan@voorbeeld.nl')];
    expect(firstContact(entries, 'mobile', 'email')?.contact_value).toBe('jan@voorbeeld.nl');
    expect(firstContact(entries, 'phone')).toBeUndefined();
  });

  it('is shown as people write it', () => {
    expect(contactText(entry('mobile', '+31612345678'))).toBe('06 12 34 56 78');
    expect(contactText(entry('email', '0612345678'))).toBe('0612345678');
  });

  it.each([
    [entry('email', 'jan@voorbeeld.nl'), 'mailto:jan@voorbeeld.nl'],
    [entry('mobile', '+31 6 1234-5678'), 'tel:+31612345678'],
    [entry('website', 'https://voorbeeld.nl'), 'https://voorbeeld.nl'],
    [entry('website', 'javascript:alert(1)'), undefined],
    [entry('other', 'bel de buren'), undefined],
  ])('%o leads to %s', (contact, href) => {
    expect(contactHref(contact)).toBe(href);
  });
});
