/// Edges of users, pages, ad accounts, Instagram and WhatsApp, which are empty where nobody scripts them. Any other name in
/// a path is an unknown component of it, as the real API says.
enum GraphEdges {
    static let all = Set(names.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) })

    private static let names = """
        accounts activities ad_studies adaccounts adcreatives adimages adlabels adrules ads ads_volume adsets \
        adspixels advideos albums apps app_users assigned_ad_accounts assigned_pages assigned_users attachments \
        blocked business_users businesses campaigns checkins client_ad_accounts client_pages \
        client_whatsapp_business_accounts comments content_publishing_limit conversations custom_audiences \
        customaudiences customconversions delivery_estimate docs events family feed friends groups \
        home insights instagram_accounts instagram_business_accounts invitable_friends leadgen_forms leads likes links \
        live_media live_videos locations media media_publish members mentioned_media message_templates messages \
        milestones music mutual_friends nativeoffers notifications owned_ad_accounts owned_pages \
        owned_pixels owned_whatsapp_business_accounts permissions personas phone_numbers photos picture posts \
        promotable_posts published_posts ratings reachestimate reactions recently_searched_hashtags replies roles rsvp \
        saved_audiences scheduled_posts settings sharedposts statuses stories subscribed_apps tagged tagged_places \
        targetingsearch taggable_friends tabs tags thumbnails tv user_id users videos visitor_posts
        """
}
