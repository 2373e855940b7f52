import { Component, type ReactNode } from 'react';

type Props = {
  /** After an error, a change of this value renders the children again. */
  retryOn: unknown;
  instead: ReactNode;
  children: ReactNode;
};
type State = { broken: boolean; retryOn: unknown };

/** Shows `instead` when a child throws while rendering; the rest of the page stays. */
export class Boundary extends Component<Props, State> {
  override state: State = { broken: false, retryOn: this.props.retryOn };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  static getDerivedStateFromProps({ retryOn }: Props, state: State) {
    return retryOn === state.retryOn ? null : { broken: false, retryOn };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
