import { Page } from '../ui/page';

const List = () => <Page title="Integration API Keys" />;
export default List;
