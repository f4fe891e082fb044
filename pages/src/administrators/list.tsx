import { Page } from '../ui/page';

const List = () => <Page title="Administrators" />;
export default List;
