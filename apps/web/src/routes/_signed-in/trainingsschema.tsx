import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { trainingSearchSchema, usualTrainingSearch } from '@/features/training/search';
import { TrainingPage } from '@/features/training/TrainingPage';

export const Route = createFileRoute('/_signed-in/trainingsschema')({
  validateSearch: trainingSearchSchema,
  search: { middlewares: [stripSearchParams(usualTrainingSearch)] },
  component: TrainingRoute,
});

function TrainingRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TrainingPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
