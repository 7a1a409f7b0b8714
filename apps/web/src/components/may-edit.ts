import { createContext, use } from 'react';

/** Whether the user may change what is shown here. */
export const MayEdit = createContext(true);

export const useMayEdit = (): boolean => use(MayEdit);
