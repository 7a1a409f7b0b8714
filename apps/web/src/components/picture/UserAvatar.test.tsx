// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { show } from '@/testing';

import { UserAvatar } from './UserAvatar';

const picture = () => document.querySelector('img');

it('asks this server for the photo, whatever the server calls itself', () => {
  const avatar_url = 'https://leden.example/api/club/v1/media/7/thumbnail';
  show(<UserAvatar user={{ name: 'Jan de Vries', avatar_url }} size={32} />);
  expect(picture()?.getAttribute('src')).toBe('/api/club/v1/media/7/thumbnail');
});

it('shows two letters without a photo', () => {
  show(<UserAvatar user={{ name: 'Jan de Vries', avatar_url: '' }} size={32} />);
  expect(picture()).toBeNull();
  screen.getByText('JV');
});
