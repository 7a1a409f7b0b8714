import { useSaveView } from '@/api/views';
import type { SavedView, SavedViewChange } from '@/api/types';
import { TermDialog } from '@/components/TermDialog';
import { viewTexts as texts } from '@/texts/people-views';

interface ViewNameDialogProps {
  title: string;
  /** The view that gets the name; without it, a new one. */
  id?: number;
  name: string;
  /** What else is kept with it. */
  change?: SavedViewChange;
  onClose: () => void;
  onSaved?: (view: SavedView) => void;
}

const longest = 80;

/** Asks what a view is called. */
export function ViewNameDialog(props: ViewNameDialogProps) {
  const { title, id, name, change, onClose, onSaved } = props;
  const save = useSaveView();
  return (
    <TermDialog
      title={title}
      texts={{ ...texts, nameHint: change && texts.nameHint }}
      longest={longest}
      initialValues={{ name }}
      save={save}
      toVariables={(values) => ({ id, change: { ...change, ...values } })}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
