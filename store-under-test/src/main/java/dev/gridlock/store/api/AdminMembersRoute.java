package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.store.gossip.Gossip;
import dev.gridlock.store.membership.MemberUpdate;
import java.io.IOException;
import java.util.Locale;
import org.apache.hc.core5.http.HttpException;

/** {@code GET /admin/members}: this node and every other it knows, in every state, as the membership protocol has it. */
final class AdminMembersRoute implements Route {
    private final Gossip gossip;

    AdminMembersRoute(Gossip gossip) {
        this.gossip = gossip;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        exchange.respondJson(200, json -> {
            json.writeStartObject();
            json.writeFieldName("self");
            write(json, gossip.membership().self());
            json.writeArrayFieldStart("members");
            for (MemberUpdate member : gossip.membership().all()) {
                write(json, member);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void write(JsonGenerator json, MemberUpdate member) throws IOException {
        json.writeStartObject();
        json.writeStringField("node", member.id().node());
        json.writeStringField("actor_id", member.id().actor().toString());
        json.writeStringField("address", member.id().address().toString());
        json.writeNumberField("cluster_id", member.id().clusterId());
        json.writeNumberField("ts", member.id().bornAtMillis());
        json.writeNumberField("incarnation", member.incarnation());
        json.writeStringField("state", member.state().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("ring", gossip.members().ring(member.id().actor()));
        json.writeEndObject();
    }
}
