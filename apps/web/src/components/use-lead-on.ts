import { useNavigate, type UseNavigateResult } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Leads on to another page once something is done. A dialog that is busy holds its page, and does so until it was drawn anew: a
 * plain navigate would be held back with it.
 */
export function useLeadOn(): UseNavigateResult<string> {
  const navigate = useNavigate();
  return useCallback<UseNavigateResult<string>>(
    (options) => navigate({ ...options, ignoreBlocker: true }),
    [navigate],
  );
}
