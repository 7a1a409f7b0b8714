import { PasskeySetup } from '@/features/settings/PasskeySetup';

export default PasskeySetup;
