import { asHTML } from '@/api/groups/rendered';
import { MomentForm } from '@/features/timeline/MomentForm';
import { timelineTexts } from '@/texts/timeline';

interface LogTaskProps {
  person: number;
  content: string;
  onClose: () => void;
}

/** Logs what was done for a task with the person whom it is about. */
export default function LogTask({ person, content, onClose }: LogTaskProps) {
  return (
    <MomentForm
      person={person}
      writes="activity"
      initial={`<p>${asHTML(content)}</p>`}
      dialog={timelineTexts.add.activity}
      onClose={onClose}
    />
  );
}
