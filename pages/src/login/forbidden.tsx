const Page = () => <h1>forbidden</h1>;
export default Page;
