import { SecondFactorSetup } from '@/features/settings/SecondFactorSetup';

export default SecondFactorSetup;
