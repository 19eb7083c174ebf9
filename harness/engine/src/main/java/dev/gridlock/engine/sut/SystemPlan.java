package dev.gridlock.engine.sut;

import java.util.List;

/** One layout of a system over a topology. Immutable; every method is a pure function and safe for any thread. */
public interface SystemPlan {

    /** Every node, in the order of starting: a node comes after all those it {@linkplain NodePlan#startAfter names}. */
    List<NodePlan> nodes();

    /** A call that a node answers with a 2xx status once it can do its work. */
    HttpCall ready(NodePlan node);

    /** The calls that put the data in place before the load starts; they are made one after the other. */
    List<HttpCall> seed(DataSet data);

    /** The call that makes an update through the local node of the update's region. */
    HttpCall update(Update update);

    /** Key of the datum that an update changes, as {@link ProbedState#updates} names it. */
    String datum(Update update);

    /** The call that a client in the request's region makes; proxies take turns by the request's number. */
    HttpCall request(ClientRequest request);

    /** The questions that show whether all nodes hold the same data; the first to each node is the cheapest. */
    List<StateProbe> convergenceProbes(DataSet data);

    /**
     * What the nodes hold. All answers of one pass are handed over together, so that the answer of one node can be put
     * into the terms of another's.
     *
     * @param answers in the order of the probes; those of nodes that gave none are not among them
     * @return at least one reading for each node that answered
     */
    List<StateReading> interpret(List<StateAnswer> answers);
}
