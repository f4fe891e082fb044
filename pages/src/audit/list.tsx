import { Page } from '../ui/page';

const List = () => <Page title="Audit log" />;
export default List;
