import { Page } from '../ui/page';

const SettingsPage = () => <Page title="Settings" />;
export default SettingsPage;
